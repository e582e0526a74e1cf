import { type ClientError, messageKey, ownTexts, stripCodePrefix, textKey, written } from './client-error';

export * from './client-error';

export type Translate = (key: string | string[], options: Record<string, string | number>) => string;

/** Message of an error; for IN_USE with the referring families, for unknown codes the server's own text. */
export function errorText(t: Translate, error: ClientError): string {
  const uses = usesText(t, error.uses);
  if (uses !== '') return t('common:in-use', { uses });
  const right = neededRight(t, error.needs);
  if (right && !written.has(error.code)) return right;
  return ownMessage(t, error) ?? t(messageKey(error), error.names);
}

/**
 * Names the missing right and who gives it: a right of the team's roles, else one of staff if it would do, since that is
 * what a colleague can be given, else the role.
 */
function neededRight(t: Translate, needs: readonly string[]): string | undefined {
  const [area, level] = needs.find((one) => /^(?!staff:)\w+:/.test(one))?.split(':') ?? [];
  if (area)
    return t('common:forbidden.right', {
      area: t(`common:areas.${area}`, {}),
      level: t(`common:levels.${level}`, {}),
    });
  const scope = needs.find((one) => one.startsWith('staff:'));
  const key =
    scope?.replace(':', '-') ?? ['staff', 'store_owner', 'super_admin'].find((one) => needs.includes(one));
  return key && t(`common:forbidden.${key}`, {});
}

/** The server's own message when it is not a code with a text; undefined without one. */
function ownMessage(t: Translate, { status, code, message }: ClientError): string | undefined {
  if (status === undefined || message === '') return undefined;
  const said = stripCodePrefix(message);
  if (said === undefined) return message;
  const isKnown = written.has(code) || ownTexts.has(code) || t(textKey(said), { defaultValue: '' }) !== '';
  return isKnown ? undefined : `${t('common:errors.unknown', {})} (${code})`;
}

/** `товары: 12, категории: 3` */
export function usesText(t: Translate, uses: Record<string, number>): string {
  return Object.entries(uses)
    .filter(([, count]) => count > 0)
    .map(([family, count]) => t(`common:uses.${family}`, { count, defaultValue: `${family}: ${count}` }))
    .join(', ');
}
