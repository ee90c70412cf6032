/** Where the Markdown twin of a page is reached. */
export function twinOf(address: string, baseUrl: string): string {
  return `${baseUrl}${nameOf(address, baseUrl)}.md`;
}

/** Where the picture that stands for a page in previews is reached. */
export function pictureOf(address: string, baseUrl: string): string {
  return `${baseUrl}og/${nameOf(address, baseUrl)}.png`;
}

function nameOf(address: string, baseUrl: string): string {
  return address.slice(baseUrl.length).replace(/\/$/, '') || 'index';
}
