import { useTranslation } from 'next-i18next/pages';
import { formatChatDay } from './moments';

/** Date separator. */
export function DayDivider({ at }: { at: string }) {
  const { t } = useTranslation('messaging');
  const day = formatChatDay(at);
  const isWord = day === 'today' || day === 'yesterday';
  return (
    <li className="my-2 flex justify-center">
      <span className="rounded-full bg-sunken px-3 py-1 text-small font-medium text-ink-second">
        {isWord ? t(`messaging:messages.${day}`) : day}
      </span>
    </li>
  );
}
