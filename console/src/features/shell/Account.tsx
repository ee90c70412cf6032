import roles from 'messages:roles';
import text from 'messages:shell';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { ErrorDetail } from '@/components/ErrorNotice';
import { Icon } from '@/components/Icon';
import { Segments } from '@/components/Segments';
import { setTheme, type Theme, useTheme } from '@/design/theme';
import { signOut, useSession } from '@/session/session';
import { LanguageField } from './LanguageField';

/** Who is signed in, the colour mode, and the way out. */
export function Account() {
  const { administrator, version } = useSession();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => signOut(queries),
    onError: (error) => notify(text('notSignedOut', { reason: () => <ErrorDetail error={error} /> })),
  });
  return (
    <div className="account">
      <ThemeSwitch />
      <LanguageField />
      <div className="account-row">
        <p>
          <strong>{administrator.name}</strong>
          <span className="quiet small">{roles(administrator.role)}</span>
        </p>
        <Button variant="ghost" size="small" onPress={() => mutate()} isPending={isPending}>
          <Icon name="sign_out" />
          {text('signOut')}
        </Button>
      </div>
      <p className="quiet small">{text('version', { version })}</p>
    </div>
  );
}

const themes: Theme[] = ['system', 'light', 'dark'];

function ThemeSwitch() {
  const options = themes.map((value) => ({ value, label: text(value) }));
  return <Segments label={text('colourMode')} options={options} value={useTheme()} onChange={setTheme} />;
}
