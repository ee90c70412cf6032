/** Credentials as a program reads them from its environment. */
export const envFile = (url: string, id: string, secret: string) =>
  `FOLKMOOT_URL=${url}\nFOLKMOOT_CLIENT_ID=${id}\nFOLKMOOT_CLIENT_SECRET=${secret}\n`;

/** Commands that get a token and read the first records. */
export function curlSample(url: string, id: string, secret: string, resource: string): string {
  return `TOKEN=$(curl -s ${url}/api/v2/authenticate \\
  -H 'Content-Type: application/json' \\
  -d '{"auth":{"client_id":"${id}","client_secret":"${secret}"}}' \\
  | sed 's/.*"jwt":"\\([^"]*\\)".*/\\1/')

curl -s -H "Authorization: Bearer $TOKEN" '${url}/api/v2/${resource}?page_size=3'`;
}
