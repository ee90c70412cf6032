import { slug, words } from './anchors';

/** The path of the page of webhooks. */
export const webhooksPath = 'webhooks';

/** Paths below `/api/` that operations cannot have: the changelog, the complete reference and webhooks. The API itself is at `v2`. */
const reserved = /^(?:all|changes|webhooks|v\d+)$/;

/**
 * Assigns each operation and object the path of its page below `/api/`. If the operation's id ends with the name of its group, the
 * path is the group and the rest of the id: `listIdeas` is at `ideas/list`, `listDeletedIdeas` at `ideas/deleted`. The
 * path of any other operation is its id: `authenticate`.
 */
export class OperationPaths {
  private readonly used = new Set<string>();

  /** Returns the path of an operation; a path that is not free gets a number. */
  reserve(group: string, id: string): string {
    return this.unique(pathOf(group, id));
  }

  /** Returns the path of an object: in the group that has its name, otherwise among all other objects. */
  reserveObject(group: string, id: string): string {
    const base = slug(group);
    return this.unique(base.startsWith(id) ? `${base}/object` : `objects/${id}`);
  }

  private unique(base: string): string {
    let path = reserved.test(base) ? `${base}-2` : base;
    for (let count = 2; this.used.has(path); count += 1) path = `${base}-${count}`;
    this.used.add(path);
    return path;
  }
}

function pathOf(group: string, id: string): string {
  const subject = wordsOf(group);
  const all = wordsOf(id);
  const verb = all.slice(0, -subject.length || undefined);
  const isAbout = subject.length > 0 && verb.length > 0 && all.slice(-subject.length).every(isSame(subject));
  if (!isAbout) return all.join('-') || 'operation';
  const [first, ...rest] = verb;
  const short = first === 'list' && rest.length > 0 ? rest : verb;
  return `${subject.join('-')}/${short.join('-')}`;
}

const wordsOf = (name: string) =>
  words(name)
    .split(/[^a-z\d]+/)
    .filter(Boolean);

/** Compares words without regard to singular and plural. */
const isSame = (others: string[]) => (word: string, index: number) =>
  singular(word) === singular(others[index] ?? '');

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/s$/, '');
