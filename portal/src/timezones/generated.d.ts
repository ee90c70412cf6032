declare module '@generated/folkmoot-timezones/default/timezones.json' {
  const table: import('./timeZones').TimeZoneTable;
  export default table;
}
