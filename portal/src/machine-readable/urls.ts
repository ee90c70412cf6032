/** The path of a page's Markdown copy. */
export function markdownUrl(pagePath: string, baseUrl: string): string {
  return `${baseUrl}${nameOf(pagePath, baseUrl)}.md`;
}

/** The path of a page's preview image. */
export function previewImageUrl(pagePath: string, baseUrl: string): string {
  return `${baseUrl}og/${nameOf(pagePath, baseUrl)}.png`;
}

function nameOf(pagePath: string, baseUrl: string): string {
  return pagePath.slice(baseUrl.length).replace(/\/$/, '') || 'index';
}
