import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';

/** Signing out would lose what waits for a network. */
export function UnsentQuestion({ count, onLeave }: { count: number; onLeave: () => void }) {
  const { t } = useTranslation('accounts');
  const { replace } = useRouter();
  return (
    <main className="grid min-h-dvh place-items-center bg-ground p-4">
      <div className="w-110 max-w-full rounded-card border border-line bg-surface p-6">
        <h1 className="text-card font-semibold">{t('accounts:unsent.title')}</h1>
        <p className="mt-1 text-ink-second">{t('accounts:unsent.text', { count })}</p>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button onClick={() => void replace('/')}>{t('accounts:unsent.stay')}</Button>
          <Button variant="danger" onClick={onLeave}>
            {t('accounts:unsent.leave')}
          </Button>
        </div>
      </div>
    </main>
  );
}
