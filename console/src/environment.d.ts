declare module 'messages:format' {
  const text: import('@/language/text').Text<'format'>;
  export default text;
}
declare module 'messages:levels' {
  const text: import('@/language/text').Text<'levels'>;
  export default text;
}
declare module 'messages:levelPurposes' {
  const text: import('@/language/text').Text<'levelPurposes'>;
  export default text;
}
declare module 'messages:statuses' {
  const text: import('@/language/text').Text<'statuses'>;
  export default text;
}
declare module 'messages:roles' {
  const text: import('@/language/text').Text<'roles'>;
  export default text;
}
declare module 'messages:shared' {
  const text: import('@/language/text').Text<'shared'>;
  export default text;
}
declare module 'messages:paging' {
  const text: import('@/language/text').Text<'paging'>;
  export default text;
}
declare module 'messages:navigation' {
  const text: import('@/language/text').Text<'navigation'>;
  export default text;
}
declare module 'messages:shell' {
  const text: import('@/language/text').Text<'shell'>;
  export default text;
}
declare module 'messages:signIn' {
  const text: import('@/language/text').Text<'signIn'>;
  export default text;
}
declare module 'messages:signInErrors' {
  const text: import('@/language/text').Text<'signInErrors'>;
  export default text;
}
declare module 'messages:resources' {
  const text: import('@/language/text').Text<'resources'>;
  export default text;
}
declare module 'messages:resourceCounts' {
  const text: import('@/language/text').Text<'resourceCounts'>;
  export default text;
}
declare module 'messages:recordTypes' {
  const text: import('@/language/text').Text<'recordTypes'>;
  export default text;
}
declare module 'messages:administrators' {
  const text: import('@/language/text').Text<'administrators'>;
  export default text;
}
declare module 'messages:auditActions' {
  const text: import('@/language/text').Text<'auditActions'>;
  export default text;
}
declare module 'messages:auditEntries' {
  const text: import('@/language/text').Text<'auditEntries'>;
  export default text;
}
declare module 'messages:auditFields' {
  const text: import('@/language/text').Text<'auditFields'>;
  export default text;
}
declare module 'messages:audit' {
  const text: import('@/language/text').Text<'audit'>;
  export default text;
}
declare module 'messages:actorKinds' {
  const text: import('@/language/text').Text<'actorKinds'>;
  export default text;
}
declare module 'messages:settings' {
  const text: import('@/language/text').Text<'settings'>;
  export default text;
}
declare module 'messages:people' {
  const text: import('@/language/text').Text<'people'>;
  export default text;
}
declare module 'messages:usage' {
  const text: import('@/language/text').Text<'usage'>;
  export default text;
}
declare module 'messages:data' {
  const text: import('@/language/text').Text<'data'>;
  export default text;
}
declare module 'messages:embed' {
  const text: import('@/language/text').Text<'embed'>;
  export default text;
}
declare module 'messages:exports' {
  const text: import('@/language/text').Text<'exports'>;
  export default text;
}
declare module 'messages:webhooks' {
  const text: import('@/language/text').Text<'webhooks'>;
  export default text;
}
declare module 'messages:overview' {
  const text: import('@/language/text').Text<'overview'>;
  export default text;
}
declare module 'messages:clients' {
  const text: import('@/language/text').Text<'clients'>;
  export default text;
}
declare module 'messages:embedValues' {
  const text: import('@/language/text').Text<'embedValues'>;
  export default text;
}
declare module 'messages:importStages' {
  const text: import('@/language/text').Text<'importStages'>;
  export default text;
}
declare module 'messages:personalData' {
  const text: import('@/language/text').Text<'personalData'>;
  export default text;
}
declare module 'messages:refusals' {
  const text: import('@/language/text').Text<'refusals'>;
  export default text;
}
declare module 'messages:refusalAdvice' {
  const text: import('@/language/text').Text<'refusalAdvice'>;
  export default text;
}
declare module 'messages:resourceGroups' {
  const text: import('@/language/text').Text<'resourceGroups'>;
  export default text;
}
declare module 'messages:credentials' {
  const text: import('@/language/text').Text<'credentials'>;
  export default text;
}
declare module 'messages:preview' {
  const text: import('@/language/text').Text<'preview'>;
  export default text;
}
declare module 'messages:publicApi' {
  const text: import('@/language/text').Text<'publicApi'>;
  export default text;
}
declare module 'messages:mirror' {
  const text: import('@/language/text').Text<'mirror'>;
  export default text;
}
declare module 'messages:warnings' {
  const text: import('@/language/text').Text<'warnings'>;
  export default text;
}
declare module 'messages:newClient' {
  const text: import('@/language/text').Text<'newClient'>;
  export default text;
}
declare module 'messages:clientChanges' {
  const text: import('@/language/text').Text<'clientChanges'>;
  export default text;
}
declare module 'messages:problems' {
  const text: import('@/language/text').Text<'problems'>;
  export default text;
}
declare module 'messages:importStates' {
  const text: import('@/language/text').Text<'importStates'>;
  export default text;
}
declare module 'messages:webhookWarnings' {
  const text: import('@/language/text').Text<'webhookWarnings'>;
  export default text;
}

declare module 'translation:*' {
  const translation: import('@/language/translation').Translation;
  export default translation;
}
