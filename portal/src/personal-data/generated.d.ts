declare module '@generated/folkmoot-personal-data/default/personalFields.json' {
  const list: import('./personalFields').PersonalFields[];
  export default list;
}
