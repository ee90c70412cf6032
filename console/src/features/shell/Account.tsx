import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '@/api/problem';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';
import { Segments } from '@/components/Segments';
import { setTheme, type Theme, useTheme } from '@/design/theme';
import { signOut, useSession } from '@/session/session';

/** Who is signed in, the colour mode, and the way out. */
export function Account() {
  const { administrator, version } = useSession();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => signOut(queries),
    onError: (error) => notify(`Not signed out. ${describeError(error).detail}`),
  });
  return (
    <div className="account">
      <ThemeSwitch />
      <div className="account-row">
        <p>
          <strong>{administrator.name}</strong>
          <span className="quiet small">
            {administrator.role === 'auditor' ? 'Auditor' : 'Administrator'}
          </span>
        </p>
        <Button variant="ghost" size="small" onPress={() => mutate()} isPending={isPending}>
          <Icon name="sign_out" />
          Sign out
        </Button>
      </div>
      <p className="quiet small">Version {version}</p>
    </div>
  );
}

const themes: { value: Theme; label: string }[] = [
  { value: 'system', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

function ThemeSwitch() {
  return <Segments label="Colour mode" options={themes} value={useTheme()} onChange={setTheme} />;
}
