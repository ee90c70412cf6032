/** Assigns every section and field of the page an id that is unique and can be used in a URL. */
export class Anchors {
  private readonly used = new Set<string>();

  /** Returns the wanted id, or the first of `wanted-2`, `wanted-3`, … that is free. */
  reserve(wanted: string): string {
    const base =
      wanted
        .replace(/\[\]/g, '')
        .replace(/[^\w-]+/g, '-')
        .replace(/^-+|-+$/g, '') || 'section';
    let id = base;
    for (let count = 2; this.used.has(id); count += 1) id = `${base}-${count}`;
    this.used.add(id);
    return id;
  }
}

/** Splits `EmailCampaign` or `email_campaigns` into lower-case words: `email campaign`. */
export function words(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-\s]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The same words as an id: `email-campaign`. */
export const slug = (name: string) => words(name).replace(/ /g, '-');
