/**
 * Where requests go at first. A portal that is reached at another address than its own is served by a platform
 * itself, which is then the one to ask.
 */
export function platformAddress(origin: string, siteAddress: string, apiAddress: string): string {
  return origin === new URL(siteAddress).origin ? apiAddress : origin;
}
