import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '@/api/problem';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';
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

const themes: { theme: Theme; label: string }[] = [
  { theme: 'system', label: 'Auto' },
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
];

function ThemeSwitch() {
  const chosen = useTheme();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Colour mode</legend>
      {themes.map(({ theme, label }) => (
        <label key={theme} className="segment">
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={chosen === theme}
            onChange={() => setTheme(theme)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
