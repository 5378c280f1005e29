package dev.guidellm.report;

import dev.guidellm.json.JsonTarget;
import dev.guidellm.json.JsonTree;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.MeasuredRequest;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/// The listed requests of one status. Makes each one's object when it is asked for, so that they never stand in
/// memory together, or writes them without one.
final class ListedRequests extends AbstractList<JsonValue> implements RandomAccess {
    private final List<MeasuredRequest> requests;
    private final RequestJson layout;

    ListedRequests(List<MeasuredRequest> requests, RequestJson layout) {
        this.requests = requests;
        this.layout = layout;
    }

    void write(int index, JsonTarget out) {
        layout.write(requests.get(index), out);
    }

    RequestFigures figures(int index) {
        return layout.figures(requests.get(index));
    }

    @Override
    public JsonValue get(int index) {
        JsonTree tree = new JsonTree();
        write(index, tree);
        return tree.value();
    }

    @Override
    public int size() {
        return requests.size();
    }
}
