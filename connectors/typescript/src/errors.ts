import type { Schema } from './types.js';

/** The base class of the errors of this package. */
export class FolkmootError extends Error {
  override name = 'FolkmootError';
}

/** The server could not be reached, or the connection failed or timed out; `cause` has the reason. */
export class ConnectionError extends FolkmootError {
  override name = 'ConnectionError';
}

/** An error response of the API: a problem document (RFC 9457), or the response of a proxy before the server. */
export class ApiError extends FolkmootError {
  override name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The error code: the part of `type` after `#`. `undefined` if the response is not a problem document. */
  readonly code: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  /** Quote it when you contact support. */
  readonly requestId: string | undefined;
  readonly parameterName: string | undefined;
  readonly parameterValue: string | undefined;
  /** What the parameter accepts, for parameters with enumerated values. */
  readonly allowedValues: readonly string[] | undefined;
  /** The number of milliseconds after which the server permits a retry. */
  readonly retryAfter: number | undefined;
  /** The complete problem document. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(response: Response, problem: Record<string, unknown>, retryAfter: number | undefined) {
    const text = (key: string) => (typeof problem[key] === 'string' ? problem[key] : undefined);
    const detail = text('detail');
    super(detail ?? text('title') ?? `${response.url} returned status ${response.status}`);
    const values = problem.allowed_values;
    this.status = response.status;
    this.code = text('type')?.split('#')[1];
    this.title = text('title');
    this.detail = detail;
    this.requestId = text('request_id') ?? response.headers.get('X-Request-Id') ?? undefined;
    this.parameterName = text('parameter_name');
    this.parameterValue = text('parameter_value');
    this.allowedValues = Array.isArray(values) ? values.map(String) : undefined;
    this.retryAfter = retryAfter;
    this.problem = problem;
  }
}

/** `/oauth/token` rejected the client or its request, with an error of RFC 6749, section 5.2. */
export class SignInError extends FolkmootError {
  override name = 'SignInError';
  /** The error code, such as `invalid_client`. */
  readonly code: string;

  constructor(code: string, description: string | undefined) {
    super(description ?? `the server rejected the sign-in: ${code}`);
    this.code = code;
  }
}

/** A file was rejected, with status 422. */
export class FileRejectedError extends FolkmootError {
  override name = 'FileRejectedError';
  /** The errors of each field. */
  readonly errors: Schema<'FileErrors'>['errors'];

  constructor(errors: Schema<'FileErrors'>['errors']) {
    const fields = Object.entries(errors).flatMap(([field, list]) =>
      (list ?? []).map(({ error }) => `${field}: ${error}`),
    );
    super(`the file was rejected: ${fields.join(', ')}`);
    this.errors = errors;
  }
}

/** The error that an error response describes. */
export async function errorOf(response: Response, retryAfter: number | undefined): Promise<FolkmootError> {
  const body = await jsonObject(response);
  const isProblem = typeof body.type === 'string';
  if (!isProblem && response.status === 422 && typeof body.errors === 'object') {
    return new FileRejectedError(body.errors as Schema<'FileErrors'>['errors']);
  }
  if (!isProblem && typeof body.error === 'string') {
    const description = body.error_description;
    return new SignInError(body.error, typeof description === 'string' ? description : undefined);
  }
  return new ApiError(response, body, retryAfter);
}

/** The body as an object; empty if it is not one, as in responses of proxies. */
async function jsonObject(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
