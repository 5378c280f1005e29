package dev.guidellm.health;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/// Counts the collector's pauses from its making on.
final class GcWatch implements AutoCloseable {
    private final List<GarbageCollectorMXBean> collectors;
    private final AtomicLong longestMillis = new AtomicLong();
    private final NotificationListener listener = (notification, _) -> note(notification);
    private final long countBefore;
    private final long millisBefore;

    GcWatch() {
        // Beans named "… Cycles" (ZGC, Shenandoah) count work beside the running program, no pauses.
        collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(bean -> !bean.getName().endsWith("Cycles"))
                .toList();
        countBefore = count();
        millisBefore = millis();
        for (GarbageCollectorMXBean collector : collectors) {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(listener, null, null);
            }
        }
    }

    GcPauses pauses() {
        long count = count() - countBefore;
        // News and sum are rounded each by itself, and the news of the last pause may be under way still.
        long total = Math.max(millis() - millisBefore, longestMillis.get());
        double longest = count == 1 ? total : longestMillis.get();
        return new GcPauses(count, total, longest);
    }

    @Override
    public void close() {
        for (GarbageCollectorMXBean collector : collectors) {
            if (collector instanceof NotificationEmitter emitter) {
                try {
                    emitter.removeNotificationListener(listener);
                } catch (ListenerNotFoundException _) {
                    // then it hears nothing any more
                }
            }
        }
    }

    private void note(Notification notification) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)
                && notification.getUserData() instanceof CompositeData data) {
            long millis =
                    GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration();
            longestMillis.accumulateAndGet(millis, Math::max);
        }
    }

    private long count() {
        return collectors.stream()
                .mapToLong(bean -> Math.max(0, bean.getCollectionCount()))
                .sum();
    }

    private long millis() {
        return collectors.stream()
                .mapToLong(bean -> Math.max(0, bean.getCollectionTime()))
                .sum();
    }
}
