import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorPicture, type ErrorPictureName } from './error-picture';

interface ErrorPageProps {
  title: string;
  text?: string | undefined;
  picture?: ErrorPictureName;
  requestId?: string | undefined;
  onRetry?: () => void;
  /** The way out: a link, usually home. */
  children?: ReactNode;
  /** False inside a shell, where the frame is already there. */
  isFullScreen?: boolean;
}

/** A whole page that says what happened and what to do (specification §1, §8: the full-page error view). */
export function ErrorPage(props: ErrorPageProps) {
  const { title, text, picture = 'broken', requestId, onRetry, children, isFullScreen = true } = props;
  const { t } = useTranslation('common');
  const Box = isFullScreen ? 'main' : 'section';

  return (
    <Box
      className={`flex flex-col items-center justify-center px-4 py-12 text-center ${isFullScreen ? 'min-h-dvh bg-ground' : 'min-h-[60dvh]'}`}
    >
      <ErrorPicture name={picture} />
      <div role={picture === 'broken' ? 'alert' : undefined}>
        <h1 className="mt-6 text-title font-semibold text-balance">{title}</h1>
        {text && <p className="mt-2 max-w-105 text-balance text-ink-second">{text}</p>}
      </div>
      {requestId && (
        <p className="mt-3 text-small text-ink-second">
          {t('request-id')}{' '}
          <code className="rounded-badge bg-sunken px-1.5 py-0.5 font-mono select-all">{requestId}</code>
        </p>
      )}
      <div className="mt-6 flex flex-wrap items-center justify-center gap-3">
        {onRetry && (
          <Button variant="primary" onClick={onRetry}>
            {t('button-retry')}
          </Button>
        )}
        {children}
      </div>
    </Box>
  );
}
