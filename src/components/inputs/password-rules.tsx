import { Check, Circle } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';

/** Parts of the password pattern of specification §5. */
const rules = [
  { key: 'length', test: /^.{8,}$/ },
  { key: 'digit', test: /\d/ },
  { key: 'lower', test: /(?=\p{Ll})[a-z\p{Script=Cyrillic}]/u },
  { key: 'upper', test: /(?=\p{Lu})[A-Z\p{Script=Cyrillic}]/u },
];

/** Requirements of a new password, ticked off while it is typed. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation('form');
  return (
    <ul className="mt-2 grid grid-cols-2 gap-x-3 gap-y-1 text-small" aria-label={t('form:password.rules')}>
      {rules.map(({ key, test }) => {
        const isKept = test.test(password);
        const Icon = isKept ? Check : Circle;
        return (
          <li key={key} className={`flex items-center gap-1.5 ${isKept ? 'text-good' : 'text-ink-second'}`}>
            <Icon className="size-3.5 shrink-0" strokeWidth={isKept ? 3 : 1.75} />
            {t(`form:password.${key}`)}
            {isKept && <span className="sr-only">{t('form:password.kept')}</span>}
          </li>
        );
      })}
    </ul>
  );
}
