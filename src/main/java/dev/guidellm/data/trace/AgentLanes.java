package dev.guidellm.data.trace;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds sub-agents whose requests stand in one list with those of the agent that started them, by the blocks of
/// their prompts.
///
/// A request goes on with the conversation whose last prompt it repeats for the most part. One that repeats none
/// begins a conversation of its own: a sub-agent's when an earlier conversation goes on after it, else only a new
/// beginning of the same agent, as after its history was compacted. What all prompts share, such as tools and
/// system prompt, tells nothing.
///
/// A sub-agent belongs to the agent that paused for all its time; one that ran beside every other belongs to the
/// main agent, which waits for it with its first request after the sub-agent's last.
final class AgentLanes {
    private final List<WekaItem.Call> calls;
    private final int common;
    private final List<Lane> lanes = new ArrayList<>();

    /// One conversation: its calls by their index.
    private static final class Lane {
        private final List<Integer> members = new ArrayList<>();
        private final List<Lane> children = new ArrayList<>();

        int first() {
            return members.getFirst();
        }

        int last() {
            return members.getLast();
        }

        /// Its last call before call `index`; -1 when there is none.
        int before(int index) {
            int found = -1;
            for (int member : members) {
                if (member < index) {
                    found = member;
                }
            }
            return found;
        }

        /// How many of its calls come between two others.
        int between(int from, int to) {
            return (int) members.stream().filter(m -> m > from && m < to).count();
        }

        boolean pausesFor(Lane other) {
            return before(other.first()) >= 0 && last() > other.last() && between(other.first(), other.last()) == 0;
        }
    }

    private AgentLanes(List<WekaItem.Call> calls) {
        this.calls = calls;
        this.common = common(calls);
    }

    /// The list with the sub-agents' requests in groups. A list that has groups already is left as it is.
    static List<WekaItem> split(List<WekaItem> items) {
        if (items.size() < 3 || items.stream().anyMatch(WekaItem.Group.class::isInstance)) {
            return items;
        }
        AgentLanes agents =
                new AgentLanes(items.stream().map(WekaItem.Call.class::cast).toList());
        agents.findLanes();
        agents.findParents();
        return agents.grouped(agents.lanes.getFirst());
    }

    /// Leading blocks of every prompt.
    private static int common(List<WekaItem.Call> calls) {
        long[] first = calls.getFirst().ids();
        int common = first.length;
        for (WekaItem.Call call : calls) {
            common = BlockIds.shared(first, common, call.ids(), call.ids().length);
        }
        return common;
    }

    private void findLanes() {
        Lane current = new Lane();
        lanes.add(current);
        for (int i = 0; i < calls.size(); i++) {
            Lane continued = i == 0 ? current : continuedBy(i);
            if (continued == null && goesOnAfter(i)) {
                continued = new Lane();
                lanes.add(continued);
            }
            current = continued == null ? current : continued;
            current.members.add(i);
        }
    }

    /// The conversation that a call goes on with; null when there is none.
    private @Nullable Lane continuedBy(int call) {
        long[] ids = calls.get(call).ids();
        Lane best = null;
        int most = common;
        for (Lane lane : lanes) {
            long[] before = calls.get(lane.last()).ids();
            int shared = BlockIds.shared(before, before.length, ids, ids.length);
            if (shared > most && 2 * (shared - common) >= before.length - common) {
                best = lane;
                most = shared;
            }
        }
        return best;
    }

    private boolean goesOnAfter(int call) {
        for (int later = call + 1; later < calls.size(); later++) {
            if (continuedBy(later) != null) {
                return true;
            }
        }
        return false;
    }

    private void findParents() {
        for (int i = 1; i < lanes.size(); i++) {
            Lane lane = lanes.get(i);
            Lane parent = lanes.getFirst();
            for (Lane other : lanes.subList(0, i)) {
                if (other.pausesFor(lane) && other.before(lane.first()) > parent.before(lane.first())) {
                    parent = other;
                }
            }
            parent.children.add(lane);
        }
    }

    private List<WekaItem> grouped(Lane lane) {
        List<WekaItem> items = new ArrayList<>();
        for (int member : lane.members) {
            items.add(calls.get(member));
            for (Lane child : lane.children) {
                if (lane.before(child.first()) == member) {
                    double spawn = calls.get(child.first()).start();
                    items.add(new WekaItem.Group(
                            spawn, null, grouped(child), lane.between(child.first(), child.last()), 0));
                }
            }
        }
        return items;
    }
}
