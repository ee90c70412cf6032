/**
 * The initial base URL for requests. A portal under another URL than the configured one is served by a platform, and
 * requests go to that platform.
 */
export function platformUrl(origin: string, siteUrl: string, apiUrl: string): string {
  return origin === new URL(siteUrl).origin ? apiUrl : origin;
}
