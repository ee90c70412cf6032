import { type Dispatch, type SetStateAction, type SubmitEvent, useId, useRef, useState } from 'react';
import type { FeedChoice } from './feedUrl';
import { type Project, readProjectFeed } from './projectFeed';
import styles from './styles.module.css';

interface FeedFormProps {
  /** The projects in the default language. */
  firstProjects: Project[];
  choice: FeedChoice;
  onChange: Dispatch<SetStateAction<FeedChoice>>;
}

/** Chooses the project and the language of feeds. The server knows which languages there are. */
export default function FeedForm({ firstProjects, choice, onChange }: FeedFormProps) {
  const [projects, setProjects] = useState(firstProjects);
  const [locale, setLocale] = useState('');
  const [error, setError] = useState('');
  const requested = useRef<string | undefined>('');
  const id = useId();

  const applyLocale = async () => {
    if (locale === requested.current) return;
    requested.current = locale;
    try {
      const result = await readProjectFeed(locale);
      // A later request has replaced this one.
      if (locale !== requested.current) return;
      if (result.state === 'found') {
        setProjects(result.projects);
        onChange((current) => ({ ...current, locale }));
      }
      const isUnknown = result.state === 'unknown-locale';
      setError(isUnknown ? `“${locale}” is none of the languages ${result.locales.join(', ')}.` : '');
    } catch (reason) {
      requested.current = undefined;
      setError((reason as Error).message);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    applyLocale();
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      <label htmlFor={`${id}-project`}>
        Project
        <select
          id={`${id}-project`}
          value={choice.project}
          onChange={({ target: { value } }) => onChange((current) => ({ ...current, project: value }))}
        >
          <option value="">All projects</option>
          {projects.map((project) => (
            <option key={project.id} value={project.id}>
              {project.title}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}-locale`}>
        Language
        <input
          id={`${id}-locale`}
          value={locale}
          placeholder="Default, or a code such as nl-BE"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== ''}
          aria-describedby={`${id}-error`}
          onChange={({ target }) => setLocale(target.value.trim())}
          onBlur={applyLocale}
        />
      </label>
      {error && (
        <p key={error} id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
