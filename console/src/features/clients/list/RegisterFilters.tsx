import text from 'messages:clients';
import personalData from 'messages:personalData';
import { getRouteApi } from '@tanstack/react-router';
import { Icon } from '@/components/Icon';
import { PersonalDataIcon } from '../PersonalDataMarks';
import { personalDataKinds } from '../personalData';

const route = getRouteApi('/clients');

/** One press shows who may read a kind of personal data, or who was refused. */
export function RegisterFilters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (values: Partial<typeof search>) =>
    void navigate({ search: (current) => ({ ...current, ...values, page: undefined }), replace: true });
  const isRefused = search.refused === 'true';
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons are not form fields.
    <div className="register-filters" role="group" aria-label={text('whoReadsWhat')}>
      <span className="quiet small" aria-hidden="true">
        {text('whoMayRead')}
      </span>
      {personalDataKinds.map((kind) => {
        const isChosen = search.personal_data === kind;
        return (
          <button
            key={kind}
            type="button"
            className="register-filter"
            aria-pressed={isChosen}
            onClick={() => set({ personal_data: isChosen ? undefined : kind })}
          >
            <PersonalDataIcon kind={kind} />
            {personalData(kind)}
          </button>
        );
      })}
      <button
        type="button"
        className="register-filter register-refused"
        aria-pressed={isRefused}
        onClick={() => set({ refused: isRefused ? undefined : 'true' })}
      >
        <Icon name="danger" />
        {text('refusedIn30Days')}
      </button>
    </div>
  );
}
