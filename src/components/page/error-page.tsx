import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';

interface ErrorPageProps {
  title: string;
  text?: string | undefined;
  picture?: ErrorPictureName;
  requestId?: string | undefined;
  onRetry?: () => void;
  /** The way out: usually a link to the home page. */
  children?: ReactNode;
  /** False inside the shell. */
  isFullScreen?: boolean;
}

/** Full-page error: what happened and what to do. */
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

type ErrorPictureName = 'denied' | 'missing' | 'broken';

/** Decorative line drawings of the error screens: a locked arch, an empty stall, a cut wire. */
function ErrorPicture({ name }: { name: ErrorPictureName }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 200 140"
      className="h-35 w-50"
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <ellipse cx="100" cy="128" rx="78" ry="6" fill="var(--line-faint)" />
      {drawings[name]}
    </svg>
  );
}

const line = 'var(--ink-third)';
const accent = 'var(--accent)';

const drawings = {
  denied: (
    <>
      <path d="M52 126V62a48 48 0 0 1 96 0v64" fill="var(--surface)" stroke={line} />
      <path d="M66 126V64a34 34 0 0 1 68 0v62M100 30v20M40 126h120" stroke="var(--line)" />
      <rect x="78" y="74" width="44" height="36" rx="8" fill="var(--accent-soft)" stroke={accent} />
      <path d="M88 74v-8a12 12 0 0 1 24 0v8M100 88v8" stroke={accent} />
    </>
  ),
  missing: (
    <>
      <path d="M48 60v66M152 60v66M48 96h104" stroke={line} />
      <path d="M40 60l10-30h100l10 30z" fill="var(--surface)" stroke={line} />
      <path
        d="M40 60a12 12 0 0 0 24 0 12 12 0 0 0 24 0 12 12 0 0 0 24 0 12 12 0 0 0 24 0 12 12 0 0 0 24 0"
        fill="var(--accent-soft)"
        stroke={accent}
      />
      <path d="M68 30l-4 30M92 30l-4 30M108 30l4 30M132 30l4 30M60 112h22M118 112h22" stroke="var(--line)" />
    </>
  ),
  broken: (
    <>
      <rect x="46" y="34" width="108" height="74" rx="12" fill="var(--surface)" stroke={line} />
      <path d="M46 54h108M58 44h.1M68 44h.1M78 44h.1M100 108v18M78 126h44" stroke={line} />
      <path d="M62 84h20l7-12 10 22 8-16 5 6h26" stroke={accent} />
    </>
  ),
} satisfies Record<ErrorPictureName, unknown>;
