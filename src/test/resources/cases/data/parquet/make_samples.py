"""Makes the Parquet files of this folder. Needs pyarrow; run it in this folder."""

import datetime
import decimal
import json
import uuid

import pyarrow as pa
import pyarrow.parquet as pq

TRACES = "../trace/files/"


def column(*values, kind=None):
    return pa.array(values, kind)


def moment(*parts):
    return datetime.datetime(*parts)


documents = pa.ExtensionArray.from_storage(
    pa.json_(), column('{"a": [1, {"b": null}]}', None, "no JSON")
)
pq.write_table(
    pa.table(
        {
            "truth": column(True, None, False),
            "i8": column(1, -2, None, kind=pa.int8()),
            "u8": column(255, 0, None, kind=pa.uint8()),
            "u32": column(4294967295, 0, None, kind=pa.uint32()),
            "u64": column(18446744073709551615, 1, None, kind=pa.uint64()),
            "i64": column(-9007199254740993, 1, None),
            "f16": column(1.5, None, 0.25, kind=pa.float16()),
            "f32": column(0.5, float("nan"), None, kind=pa.float32()),
            "f64": column(0.1, float("inf"), None),
            "text": column("é€🚀", None, ""),
            "choice": column("x", "y", "x").dictionary_encode(),
            "price": column(decimal.Decimal("12.50"), None, decimal.Decimal("-0.01")),
            "big": column(
                decimal.Decimal("123456789012345678901234567890"), None, decimal.Decimal(3)
            ),
            "date": column(datetime.date(2024, 2, 29), None, datetime.date(1969, 12, 31)),
            "time": column(datetime.time(1, 2, 3, 4), None, datetime.time(0, 0)),
            "utc": column(moment(2024, 2, 29, 1, 2, 3, 456789), None, None, kind=pa.timestamp("us", "UTC")),
            "local": column(moment(2024, 2, 29, 1, 2, 3), None, None, kind=pa.timestamp("ns")),
            "numbers": column([1, 2, None], [], None),
            "unsigned": column([18446744073709551615], [], None, kind=pa.list_(pa.uint64())),
            "nested": column([[{"a": 1, "b": ["x"]}], []], [None, [{"a": None, "b": None}, None]], None),
            "map": column([("k", 1), ("l", None)], [], None, kind=pa.map_(pa.string(), pa.int64())),
            "numbered": column([(7, "seven")], [], None, kind=pa.map_(pa.int64(), pa.string())),
            "json": documents,
            "id": pa.ExtensionArray.from_storage(
                pa.uuid(), column(uuid.UUID(int=5).bytes, None, None, kind=pa.binary(16))
            ),
            "bytes": column(b"plain", None, b""),
            "nothing": pa.nulls(3),
        }
    ),
    "types.parquet",
)
pq.write_table(
    pa.table({"at": column(moment(2024, 2, 29, 1, 2, 3, 456789), None)}),
    "int96.parquet",
    use_deprecated_int96_timestamps=True,
)
pq.write_table(pa.table({"prompt": column("a"), "image": column(b"\xff\xfe")}), "binary.parquet")

prompts = pa.table({"prompt": [f"p{i % 7}" for i in range(50)], "n": list(range(50))})
for codec in ["none", "snappy", "gzip", "zstd", "lz4"]:
    pq.write_table(prompts, f"{codec}.parquet", compression=codec, row_group_size=20)
pq.write_table(
    pa.table({"n": list(range(7)), "ids": [[i, i + 1] for i in range(7)]}),
    "groups.parquet",
    row_group_size=2,
)
pq.write_table(prompts, "pages2.parquet", data_page_version="2.0", compression="zstd")
pq.write_table(
    prompts,
    "delta.parquet",
    use_dictionary=False,
    column_encoding={"n": "DELTA_BINARY_PACKED", "prompt": "DELTA_BYTE_ARRAY"},
)
pq.write_table(
    pa.Table.from_pylist(
        [
            {
                "messages": [
                    {"role": "system", "content": "Be brief."},
                    {"role": "user", "content": "Weather?"},
                    {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]},
                ]
            },
            {"messages": [{"role": "user", "content": "Hello"}]},
        ]
    ),
    "messages.parquet",
)

for trace in ["trace_minimal", "mooncake", "weka", "weka_lanes", "otel_spans", "otel_sessions"]:
    with open(f"{TRACES}{trace}.jsonl", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
    pq.write_table(pa.Table.from_pylist(rows), f"{trace}.parquet")
