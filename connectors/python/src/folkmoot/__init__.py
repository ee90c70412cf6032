"""Client of the public API of a Folkmoot participation platform."""

from . import records
from .changes import Change, ChangesPage
from .client import Folkmoot
from .errors import (
    AccessDenied,
    ApiError,
    AuthenticationFailed,
    ChangesExpired,
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
from .sync import Sync, SyncState

__all__ = [
    "AccessDenied",
    "ApiError",
    "AuthenticationFailed",
    "Change",
    "ChangesExpired",
    "ChangesPage",
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
