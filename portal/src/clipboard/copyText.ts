/**
 * Copies a text. The clipboard of browsers works on `https` and on this machine only; for other URLs an older method,
 * which selects the text, is loaded.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const { default: copy } = await import('copy-text-to-clipboard');
  if (!copy(text)) throw new Error('The browser did not copy the text.');
  return undefined;
}
