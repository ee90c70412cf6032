/** Gives every part of the page an id of its own that can stand in an address. */
export class Anchors {
  private readonly taken = new Set<string>();

  /** The wanted id, or the first of `wanted-2`, `wanted-3`, … that is free. */
  take(wanted: string): string {
    const base =
      wanted
        .replace(/\[\]/g, '')
        .replace(/[^\w-]+/g, '-')
        .replace(/^-+|-+$/g, '') || 'part';
    let id = base;
    for (let count = 2; this.taken.has(id); count += 1) id = `${base}-${count}`;
    this.taken.add(id);
    return id;
  }
}

/** `EmailCampaign` and `email_campaigns` as the words they are made of, in small letters. */
export function words(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-\s]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The same words as an id: `email-campaign`. */
export const slug = (name: string) => words(name).replace(/ /g, '-');
