"""The one JSON shape, in and out: requests read strictly into typed values, answers written as plain dicts.

The command line, the service and the benchmarks speak it. Every error is one sentence that names the field.
"""

from solver.documents.advice import WhyNotRequest, outs_document, why_not_document, why_not_request
from solver.documents.alternatives import (
    AlternativesRequest,
    alternatives_document,
    alternatives_request,
)
from solver.documents.answers import (
    editions_document,
    error_document,
    openings_document,
    presets_document,
    result_document,
    rules_document,
    same_answers,
    verdict_document,
)
from solver.documents.choices import ChoiceRequest, choice_request
from solver.documents.fields import Document, DocumentError, Fields, read_object
from solver.documents.games import draw_document, replay_document, scores_document, wins_document
from solver.documents.hints import explanation_document, hint_document, step_documents
from solver.documents.pictures import PictureRequest, picture_request
from solver.documents.puzzles import (
    PuzzleRequest,
    Submission,
    counts_document,
    counts_request,
    daily_request,
    judgement_document,
    puzzle_document,
    puzzle_request,
    submission,
)
from solver.documents.requests import (
    FIELDS,
    ORDERS,
    WINS,
    Id,
    Order,
    Request,
    Verb,
    Win,
    chosen_deck,
    request,
    request_id,
)
from solver.documents.rescues import RescueRequest, rescue_document, rescue_request
from solver.documents.scores import SCORE_FIELDS, ScoreRequest, score_request

__all__ = [
    "FIELDS",
    "ORDERS",
    "SCORE_FIELDS",
    "WINS",
    "AlternativesRequest",
    "ChoiceRequest",
    "Document",
    "DocumentError",
    "Fields",
    "Id",
    "Order",
    "PictureRequest",
    "PuzzleRequest",
    "Request",
    "RescueRequest",
    "ScoreRequest",
    "Submission",
    "Verb",
    "WhyNotRequest",
    "Win",
    "alternatives_document",
    "alternatives_request",
    "choice_request",
    "chosen_deck",
    "counts_document",
    "counts_request",
    "daily_request",
    "draw_document",
    "editions_document",
    "error_document",
    "explanation_document",
    "hint_document",
    "judgement_document",
    "openings_document",
    "outs_document",
    "picture_request",
    "presets_document",
    "puzzle_document",
    "puzzle_request",
    "read_object",
    "replay_document",
    "request",
    "request_id",
    "rescue_document",
    "rescue_request",
    "result_document",
    "rules_document",
    "same_answers",
    "score_request",
    "scores_document",
    "step_documents",
    "submission",
    "verdict_document",
    "why_not_document",
    "why_not_request",
    "wins_document",
]
