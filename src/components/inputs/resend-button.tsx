import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';

interface ResendButtonProps {
  label: string;
  /** Seconds until the next request; 0 when it is allowed. */
  left: number;
  isLoading: boolean;
  onClick: () => void;
  variant?: 'ghost' | 'primary';
  className?: string;
}

/** Sends again, with a countdown until that is allowed. */
export function ResendButton({
  label,
  left,
  isLoading,
  onClick,
  variant = 'ghost',
  className,
}: ResendButtonProps) {
  const { t } = useTranslation('form');
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <Button
      variant={variant}
      isLoading={isLoading}
      disabled={left > 0}
      onClick={onClick}
      className={className}
    >
      {left > 0 ? t('form:code.resend-in', { time }) : label}
    </Button>
  );
}
