/** What a token says about itself; empty if it is not a JWT. */
export interface TokenDetails {
  client?: string;
  expiresAt?: Date;
}

/** Reads the claims of a JWT (RFC 7519) without checking its signature. */
export function tokenDetails(token: string): TokenDetails {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { sub, exp } = JSON.parse(atob(payload)) as { sub?: unknown; exp?: unknown };
    return {
      ...(typeof sub === 'string' && { client: sub }),
      ...(typeof exp === 'number' && { expiresAt: new Date(exp * 1000) }),
    };
  } catch {
    return {};
  }
}
