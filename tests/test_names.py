import pytest

from gpukb.names import asked_name, bare_title, name_key, without_gloss


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("2. vLLM кластер на 4 GPU", "ТЕХНИЧЕСКОЕ ЗАДАНИЕ: vLLM кластер на 4 GPU"),
        ("KV-cache", "kv cache"),
        ("KV‑кэш", "kv-кэш"),
        ("KV 缓存", "KV缓存"),
        ("技术任务书：部署 vLLM", "部署 vllm"),
        ("Что такое MIG?", "что такое mig"),
        ("gpu_memory_utilization", "gpu-memory-utilization"),
        ("Счётчик", "счетчик"),
    ],
)
def test_names_that_people_take_for_one_share_a_key(left, right):
    assert name_key(left) == name_key(right)


@pytest.mark.parametrize(("left", "right"), [("H100", "H200"), ("C", "C++"), ("NVLink", "NVLink 5"), ("v1.2", "v1.3")])
def test_different_names_keep_apart(left, right):
    assert name_key(left) != name_key(right)


def test_a_symbol_is_a_name():
    assert name_key("§") == "§"


@pytest.mark.parametrize(
    "question",
    [
        "Что такое tensor parallelism?",
        "tensor parallelism — это что?",
        "What is tensor parallelism?",
        "what's Tensor Parallelism",
        "define tensor-parallelism",
        "tensor parallelism是什么？",
        "什么是 Tensor Parallelism?",
        "Co to jest tensor parallelism?",
        "Czym jest tensor parallelism",
    ],
)
def test_a_question_for_a_definition_names_its_term(question):
    assert asked_name(question) == "tensor parallelism"


@pytest.mark.parametrize("question", ["Как работает NVLink?", "Why is NVLink fast?", "NVLink", "为什么需要 NVLink？"])
def test_other_questions_ask_for_no_name(question):
    assert asked_name(question) is None


def test_a_bare_title_says_what_its_note_is_about():
    assert bare_title("ТЕХНИЧЕСКОЕ ЗАДАНИЕ: Поднять узел AMD") == "Поднять узел AMD"
    assert bare_title("12. What is a quota?") == "What is a quota?"
    assert bare_title("技术任务书：配置告警") == "配置告警"
    assert bare_title("NVLink") == "NVLink"


def test_what_a_thing_does_asks_for_its_definition_too():
    assert [asked_name(q) for q in ("What does nvcc do?", "Что делает nvcc?", "Co robi nvcc?", "nvcc 是做什么的？")] == ["nvcc"] * 4


def test_what_stands_in_brackets_is_no_part_of_a_name():
    assert without_gloss("Как работает FSDP (Fully Sharded Data Parallel) в PyTorch?") == "Как работает FSDP в PyTorch?"
    assert without_gloss("什么是 MIG（多实例 GPU）？") == "什么是 MIG？"
    assert without_gloss("(NVLink)") == ""
