import text from 'messages:personalData';
import type { PersonalData } from '@/api/types';
import { personalDataKinds } from './personalData';
import './personal-data.css';

/** Outlines on a grid of 16 units. */
const paths: Record<PersonalData, string> = {
  names: 'M8 8a2.6 2.6 0 100-5.2A2.600 2.600 0 008 8zm-5 5.500a5 3.800 0 0110 0',
  'email-addresses': 'M2.500 4h11v8h-11zm0 .500L8 9l5.500-4.500',
  'ballots-and-answers': 'M3 3h10v10H3zm2.500 5l2 2 3-4',
  texts: 'M3 4h10M3 8h10M3 12h6',
};

/** The mark of a kind of personal data; decoration beside its name. */
export function PersonalDataIcon({ kind }: { kind: PersonalData }) {
  return (
    <svg className="personal-data-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[kind]} />
    </svg>
  );
}

/** A mark for each kind of personal data; those that are not read are outlines. */
export function PersonalDataMarks({ kinds }: { kinds: PersonalData[] }) {
  return (
    <span className="personal-data-marks">
      {personalDataKinds.map((kind) =>
        kinds.includes(kind) ? (
          <span
            key={kind}
            className="personal-data-mark"
            role="img"
            aria-label={text(kind)}
            title={text(kind)}
          >
            <PersonalDataIcon kind={kind} />
          </span>
        ) : (
          <span key={kind} className="personal-data-mark personal-data-absent" aria-hidden="true">
            <PersonalDataIcon kind={kind} />
          </span>
        ),
      )}
      {kinds.length === 0 && <span className="visually-hidden">{text('none')}</span>}
    </span>
  );
}

/** The kinds of personal data with their names. */
export function PersonalDataNames({ kinds }: { kinds: PersonalData[] }) {
  if (kinds.length === 0) return <span className="quiet">{text('none')}</span>;
  return (
    <span className="personal-data-names">
      {personalDataKinds
        .filter((kind) => kinds.includes(kind))
        .map((kind) => (
          <span key={kind} className="personal-data-name">
            <PersonalDataIcon kind={kind} />
            {text(kind)}
          </span>
        ))}
    </span>
  );
}
