import { useTranslation } from 'next-i18next/pages';

/** Text before the dictionary loads (specification §9). */
const defaultText = 'Загрузка…';

interface LoaderProps {
  text?: string;
  isFullScreen?: boolean;
}

/** Loading indicator; full-screen at start. */
export function Loader({ text, isFullScreen = false }: LoaderProps) {
  // It is what a page shows while its texts load, so it waits for none itself.
  const { t, ready } = useTranslation('common', { useSuspense: false });
  const box = isFullScreen ? 'fixed inset-0 z-40 bg-ground' : 'min-h-64 w-full';

  return (
    <div
      data-loading
      role="status"
      aria-live="polite"
      className={`flex flex-col items-center justify-center gap-3.5 ${box}`}
    >
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8 animate-spin text-accent">
        <circle cx="16" cy="16" r="13" fill="none" stroke="var(--line)" strokeWidth="3" />
        <path
          d="M16 3a13 13 0 0 1 13 13"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      {/* System font: the web font has not loaded yet. */}
      <span className={`text-ink-second ${isFullScreen ? 'font-[family-name:system-ui]' : ''}`}>
        {text ?? (ready ? t('text-loading') : defaultText)}
      </span>
    </div>
  );
}
