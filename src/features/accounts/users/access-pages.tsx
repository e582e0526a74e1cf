import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { pageAccess } from './access';
import { useWhy } from './use-why';
import { VerdictMark } from './verdict-mark';

/** Pages that stand alone: each with yes or no and the reason beside it. */
export function AccessPages({ held }: { held: readonly string[] }) {
  const { t } = useTranslation(['form', 'common']);
  const why = useWhy();
  return (
    <Card title={t('form:people.explorer.pages-title')}>
      <ul className="grid gap-x-8 @2xl:grid-cols-2">
        {pageAccess(held).map(({ path, name, verdict }) => (
          <li key={path} className="flex items-start gap-3 border-b border-line-faint py-2.5">
            <VerdictMark verdict={verdict} />
            <span className="min-w-0">
              <span className="font-medium">{t(name, { defaultValue: path })}</span>
              <span aria-hidden="true" className="block text-small text-ink-second">
                {why(verdict)}
              </span>
            </span>
            <code dir="ltr" className="ms-auto hidden min-w-0 text-small break-all text-ink-second @md:block">
              {path}
            </code>
          </li>
        ))}
      </ul>
    </Card>
  );
}
