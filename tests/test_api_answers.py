"""The service's answers: those of the command line, in the same shape, for every call."""

import random
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.calls import CALLS, Example
from api.examples import BATCH, POSITION
from api_support import LINE, LINK, QUESTION, application, positions, timeless
from solver.documents import presets_document, request
from solver.referee import check
from solver.result import VERSION
from solver.rules import KNOBS, PRESETS
from solver.solve import solve


@pytest.fixture(scope="module")
def client() -> Generator[FlaskClient]:
    with application() as app:
        yield app.test_client()


EXAMPLES: dict[str, Example] = {
    **{f"/v1/{name}": call.example for name, call in CALLS.items() if call.post and "{" not in name},
    "/v1/batch": BATCH,
    "/v1/position": POSITION,
}


@pytest.mark.parametrize("path", EXAMPLES)
def test_examples_are_real(client: FlaskClient, path: str):
    """What the OpenAPI shows as an answer is the answer to what it shows as a question."""
    answer = client.post(path, json=EXAMPLES[path].asked)
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert timeless(answer.json) == timeless(EXAMPLES[path].answer)


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_it_is_there_and_solves(client: FlaskClient, path: str):
    """Health and readiness."""
    answer = client.get(path)
    assert (answer.status_code, answer.json) == (200, {"status": "ok", "version": VERSION})


def test_a_link_asks_the_same(client: FlaskClient):
    """A pasted address is answered like the body that says the same."""
    posted = client.post("/v1/solve", json={"position": LINE, "rules": "book-1978", "objective": ["points", "tiles"]})
    linked = client.get(f"{LINK}&objective=points,tiles&limit=3")
    assert linked.status_code == 200
    assert timeless(linked.json) == timeless(posted.json)


def test_answers_are_those_of_the_solver(client: FlaskClient):
    """Big and small positions: the same values, proven, and a turn that the referee passes with its rack."""
    for question in positions()[::9]:
        answer: Any = client.post("/v1/solve", json={**question, "limit": 10}).json
        asked = request(question)
        result = solve(asked.position, asked.rules)
        assert answer["status"] == str(result.status)
        assert answer["objective"] == result.values
        assert sorted(answer["played"] + answer["left"]) == sorted(question["rack"])
        if result.turn:
            judged: Any = client.post("/v1/check", json={**question, "after": answer["table"]}).json
            assert judged == {"id": None, "version": VERSION, "legal": True, "broken": []}


def test_kept_answers_fit_the_order_given(client: FlaskClient):
    """Shuffled sets and rack get the kept answer, and each tile of it comes from an old set that has it."""
    rng = random.Random(1)
    for question in positions()[10::12]:
        first: Any = client.post("/v1/solve", json={**question, "limit": 10}).json
        table, rack = list(question["table"]), list(question["rack"])
        rng.shuffle(table)
        rng.shuffle(rack)
        shuffled = {"table": table, "rack": rack, "limit": 10}
        again: Any = client.post("/v1/solve", json=shuffled).json
        assert again["ms"] == first["ms"], "it is the kept answer"
        assert again["objective"] == first["objective"]
        asked = request(shuffled)
        if again["table"] is None:
            continue
        turn = request({"table": table, "rack": rack, "after": again["table"]}, "check")
        assert check(asked.position, turn.after, asked.rules).legal
        origins = [place for places in again["from"] for place in places]
        for k, old in enumerate(table):
            assert origins.count(k) == len(old.split()), "each old set is there with all its tiles"
        assert origins.count("rack") == len(again["played"])
        assert (again["played"], again["left"]) == split(rack, again["played"])


def split(rack: list[str], tiles: list[str]) -> tuple[list[str], list[str]]:
    """The tiles in the order of the rack, and the others."""
    wanted, left, others = Counter(tiles), list[str](), list[str]()
    for tile in rack:
        (left if wanted[tile] > 0 else others).append(tile)
        wanted[tile] -= 1
    return left, others


def test_unbroken_sets_come_from_themselves(client: FlaskClient):
    """In the kept answer, too, a set that stays is said to come from its own place."""
    question = {"table": ["b3 b4 b5 b6", "r4 r5 r6", "k1 k2 k3"], "rack": ["r7", "o9"]}
    for table in (question["table"], question["table"][::-1]):
        answer: Any = client.post("/v1/solve", json={**question, "table": table}).json
        assert answer["table"] == [f"{tiles} r7" if tiles.startswith("r4") else tiles for tiles in table]
        assert [places[0] for places in answer["from"]] == [0, 1, 2]


def test_openings(client: FlaskClient):
    """Ordered and cut as asked, with the id; asked again the same."""
    question = {"id": "x", "position": "- r10-13b10k10o10 30", "order": "most_points", "first": 2}
    answers = [client.post("/v1/openings", json=question).json for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0]
    assert answers[0]["id"] == "x"
    assert len(answers[0]["openings"]) == 2
    assert answers[0]["count"] > 2
    assert answers[0]["complete"]


def test_check_says_what_is_broken(client: FlaskClient):
    """The referee's rules and sentences."""
    answer: Any = client.post("/v1/check", json={**QUESTION, "id": 1, "after": ["r4 r5 J=r6"]}).json
    assert answer["legal"] is False
    assert answer["id"] == 1
    assert answer["broken"]
    assert all(broken["rule"] and broken["text"] for broken in answer["broken"])


def test_a_batch_keeps_order_and_goes_on(client: FlaskClient):
    """Each item has its own status; a bad one stops nothing."""
    items = [
        {"id": 0, **QUESTION},
        {"id": 1, "table": ["r1"], "rack": []},
        {"id": 2, "call": "openings", "position": "- r10b10k10"},
        {"id": 3, "call": "check", **QUESTION, "after": QUESTION["table"]},
        {"id": 4, "call": "dance"},
        {"id": 5, "call": ["solve"]},
        {"id": 6, "position": LINE, "limit": 60},
        {},
    ]
    answer: Any = client.post("/v1/batch", json={"items": items}).json
    assert [item["status"] for item in answer["answers"]] == [200, 422, 200, 200, 422, 422, 422, 422]
    assert [item["body"].get("id") for item in answer["answers"]][:4] == [0, 1, 2, 3]
    assert answer["answers"][0]["body"]["objective"] == {"tiles": 3, "unbroken": 1}
    assert answer["answers"][1]["body"]["place"] == "/table/0"
    assert answer["answers"][3]["body"]["legal"] is False


def test_a_batch_without_time_refuses_late(client: FlaskClient):
    """Items that there is no time for are refused or answered without proof, each by itself."""
    rows = [{**question, "rules": "xp"} for question in positions()[-20:]]
    answer: Any = client.post("/v1/batch", json={"items": rows, "limit": 0}).json
    assert len(answer["answers"]) == len(rows)
    assert {item["status"] for item in answer["answers"]} <= {200, 503}
    assert any(item["body"].get("status") != "optimal" for item in answer["answers"])


def test_a_batch_is_bounded(client: FlaskClient):
    """64 items at most, one at least."""
    assert client.post("/v1/batch", json={"items": [{}] * 64}).status_code == 200
    for items in ([{}] * 65, [], [1], None):
        answer = client.post("/v1/batch", json={"items": items})
        assert answer.status_code == 422
        assert answer.json
        assert answer.json["place"].startswith("/items")


def test_a_position_is_normalised(client: FlaskClient):
    """Whoever writes it, in whatever order, it is the same canonical line."""
    same = [{"position": "b3-6.r4-5jr6 o1k9b9r6 30"}, {**QUESTION, "rules": None, "to_open": 30}]
    for given in same:
        answer: Any = client.post("/v1/position", json=given).json
        assert answer["possible"]
        assert answer["normal"]["line"] == "r4-5jr6.b3-6_r6b9k9o1_30"


def test_a_position_is_diagnosed(client: FlaskClient):
    """One that cannot occur is told why and where; one that cannot be read is refused."""
    answer: Any = client.post("/v1/position", json={"id": 5, "table": ["r1 r2 r3"], "rack": ["r1", "r1"]})
    assert answer.status_code == 200
    assert answer.json["id"] == 5
    assert answer.json["possible"] is False
    assert answer.json["normal"] is None
    assert answer.json["fault"]["place"] == "/table/0"
    assert answer.json["fault"]["text"].startswith("table set 1: 3 tiles red 1")
    assert client.post("/v1/position", json={"position": "nonsense"}).status_code == 422
    assert client.post("/v1/position", json={**QUESTION, "limit": 1}).status_code == 422


def test_rules_are_complete(client: FlaskClient):
    """Every preset with its source, every knob with its values, and each preset's values among them."""
    answer: Any = client.get("/v1/rules").json
    assert {name: answer[name] for name in presets_document()} == presets_document()
    assert [edition["name"] for edition in answer["rules"]] == list(PRESETS)
    values = {knob["name"]: knob["values"] for knob in answer["knobs"]}
    assert tuple(values) == KNOBS
    for edition in answer["rules"]:
        for knob, value in edition["knobs"].items():
            assert value in values[knob] or ("a whole number" in values[knob] and value.isdigit())


def test_tags_of_proven_answers(client: FlaskClient):
    """A proven answer has a weak tag, and who has it need not be sent the answer again."""
    for method in ("get", "post"):
        ask = getattr(client, method)
        body = {} if method == "get" else {"json": QUESTION}
        path = LINK if method == "get" else "/v1/solve"
        first = ask(path, **body)
        tag = first.headers["ETag"]
        assert tag.startswith('W/"')
        second = ask(path, headers={"If-None-Match": f'"other", {tag}'}, **body)
        assert (second.status_code, second.data, second.headers["ETag"]) == (304, b"", tag)
        assert ask(path, headers={"If-None-Match": '"other"'}, **body).status_code == 200


def test_tags_differ_with_the_question(client: FlaskClient):
    """Another order, id, edition or objective is another answer."""
    variants = [
        QUESTION,
        {**QUESTION, "table": QUESTION["table"][::-1]},
        {**QUESTION, "rack": QUESTION["rack"][::-1]},
        {**QUESTION, "id": 1},
        {**QUESTION, "rules": "spear-1988"},
        {**QUESTION, "objective": ["points"]},
        {**QUESTION, "keep": ["o1"]},
    ]
    tags = [client.post("/v1/solve", json=variant).headers["ETag"] for variant in variants]
    assert len(set(tags)) == len(variants)


def test_no_tag_without_a_proof(client: FlaskClient):
    """An answer that was cut short has no tag, is not kept, and no 304 stands for it."""
    question = {**positions()[-1], "rules": "hong-kong", "limit": 0}
    first = client.post("/v1/solve", json=question)
    assert first.json
    assert first.json["status"] in ("feasible", "unknown")
    assert "ETag" not in first.headers
    proven = client.post("/v1/solve", json={**question, "limit": 10})
    assert proven.json
    assert proven.json["status"] == "optimal"
    late = client.post("/v1/solve", json=question)
    assert late.json
    assert late.json["status"] == "optimal", "now it is kept"


def test_hits_are_counted(client: FlaskClient):
    """The metrics tell hits from misses, and what the searches came to."""
    question = {**QUESTION, "rack": ["r6", "b9", "k9", "o2"]}

    def hits() -> float:
        line = next(line for line in client.get("/metrics").text.splitlines() if 'outcome="hit"' in line)
        return float(line.split()[-1])

    client.post("/v1/solve", json=question)
    before = hits()
    client.post("/v1/solve", json=question)
    assert hits() == before + 1
    assert 'meld_answers_total{call="solve",status="optimal"}' in client.get("/metrics").text
    assert "meld_workers 1.0" in client.get("/metrics").text
