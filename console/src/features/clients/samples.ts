/** Credentials as a program reads them from its environment. */
export const envFile = (url: string, id: string, secret: string) =>
  `FOLKMOOT_URL=${url}\nFOLKMOOT_CLIENT_ID=${id}\nFOLKMOOT_CLIENT_SECRET=${secret}\n`;

/** Commands that print a token. */
export const tokenCommand = (
  url: string,
  id: string,
  secret: string,
) => `curl -s ${url}/api/v2/authenticate \\
  -H 'Content-Type: application/json' \\
  -d '{"auth":{"client_id":"${id}","client_secret":"${secret}"}}' \\
  | sed 's/.*"jwt":"\\([^"]*\\)".*/\\1/'`;

/** Commands that get a token and read the first records. */
export function curlSample(url: string, id: string, secret: string, resource: string): string {
  return `TOKEN=$(${tokenCommand(url, id, secret)})

curl -s -H "Authorization: Bearer $TOKEN" '${url}/api/v2/${resource}?page_size=3'`;
}

/** The configuration with which an assistant connects. It names the platform after its host. */
export function assistantSample(url: string): string {
  const name = new URL(url).hostname.replaceAll(/[^a-z0-9]+/g, '-');
  return `{
  "mcpServers": {
    "${name}": {
      "type": "http",
      "url": "${url}/mcp",
      "headers": { "Authorization": "Bearer YOUR_TOKEN" }
    }
  }
}`;
}

/** The lines of `.Renviron` that the script for R reads. */
export const rEnvironment = (id: string, secret: string) => `CLIENT_ID=${id}\nCLIENT_SECRET=${secret}\n`;

/** A script for R that reads a complete list; the one of the guide about analysis tools. */
export const rSample = (url: string, resource: string) => `library(httr2)

api <- "${url}/api/v2"

credentials <- list(
  client_id = Sys.getenv("CLIENT_ID"),
  client_secret = Sys.getenv("CLIENT_SECRET")
)

sign_in <- request(api) |>
  req_url_path_append("authenticate") |>
  req_body_json(list(auth = credentials)) |>
  req_perform() |>
  resp_body_json()

read_all <- function(resource, ...) {
  path <- tempfile()
  on.exit(unlink(path))
  request(api) |>
    req_url_path_append(resource) |>
    req_url_query(format = "ndjson", ...) |>
    req_auth_bearer_token(sign_in$jwt) |>
    req_retry(max_tries = 5) |>
    req_perform(path = path)
  jsonlite::stream_in(file(path), verbose = FALSE)
}

${resource} <- read_all("${resource}")`;

/** A query for Power Query, with the function of the file for Power BI and Excel. */
export const powerQuerySample = (resource: string) => `Folkmoot("${resource}")`;
