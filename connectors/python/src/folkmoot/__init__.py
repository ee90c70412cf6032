"""Client of the public API of a Folkmoot participation platform."""

from . import records
from .client import Folkmoot
from .errors import (
    AccessDenied,
    ApiError,
    AuthenticationFailed,
    ConnectionFailed,
    FolkmootError,
    InvalidFile,
    InvalidRequest,
    NotFound,
    RateLimited,
    ServerError,
    TooLarge,
    UnexpectedResponse,
)
from .retry import Retry
from .sync import Change, Sync, SyncState

__all__ = [
    "AccessDenied",
    "ApiError",
    "AuthenticationFailed",
    "Change",
    "ConnectionFailed",
    "Folkmoot",
    "FolkmootError",
    "InvalidFile",
    "InvalidRequest",
    "NotFound",
    "RateLimited",
    "Retry",
    "ServerError",
    "Sync",
    "SyncState",
    "TooLarge",
    "UnexpectedResponse",
    "records",
]
