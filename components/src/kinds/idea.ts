import { invalidAttribute } from '../failure';
import type { Kind } from '../kind';
import { type Idea, ideaCard, ideaFields } from './ideas';

/** `<folkmoot-idea>`: one idea, larger than in a list. */
export const idea: Kind<Idea> = {
  name: 'idea',
  attributes: ['idea-id'],
  path(attribute) {
    const id = attribute('idea-id')?.trim();
    if (!id) throw invalidAttribute('idea-id', 'the id of an idea');
    return `ideas/${encodeURIComponent(id)}`;
  },
  parameters: () => ({ fields: ideaFields }),
  card: (record, languages) => ideaCard(record, languages, 600),
  emptySentence: () => 'noIdeas',
};
