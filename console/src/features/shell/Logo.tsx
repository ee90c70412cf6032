import { provider } from '@/provider';

/** The logo of the provider. */
export function Logo() {
  const { logo, logo_dark } = provider;
  if (!logo || !logo_dark) return <People />;
  return (
    <>
      <img className="logo logo-own logo-light" src={logo} alt="" />
      <img className="logo logo-own logo-dark" src={logo_dark} alt="" />
    </>
  );
}

/** Three people; the one in the middle has the accent colour. The portal's logo has the same outlines. */
function People() {
  return (
    <svg className="logo" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <g className="logo-sides">
        <circle cx="9" cy="19" r="4" />
        <path d="M3 42V31a6 6 0 0 1 12 0v11z" />
        <circle cx="39" cy="19" r="4" />
        <path d="M33 42V31a6 6 0 0 1 12 0v11z" />
      </g>
      <g className="logo-middle">
        <circle cx="24" cy="9" r="5.5" />
        <path d="M17 42V25a7 7 0 0 1 14 0v17z" />
      </g>
    </svg>
  );
}
