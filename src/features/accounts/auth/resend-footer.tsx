import { useMutation } from '@tanstack/react-query';
import { ResendButton } from '@/components/inputs/resend-button';
import { Button } from '@/components/ui/button';
import { useCountdown } from '@/lib/hooks/use-countdown';

interface ResendFooterProps {
  /** Returns to the step where the address or number was entered. */
  back: string;
  onBack: () => void;
  label: string;
  /** Seconds before another one can be requested, from mount. */
  wait: number;
  /** Requests another one; resolves to the seconds until the next. */
  resend: () => Promise<number>;
}

/** Footer of a step that waits for a code: change the recipient or resend. */
export function ResendFooter({ back, onBack, label, wait, resend }: ResendFooterProps) {
  const { left, start } = useCountdown(wait);
  const another = useMutation({ mutationFn: resend, onSuccess: start });
  return (
    <div className="flex flex-wrap justify-between gap-2">
      <Button variant="ghost" className="-ms-3.5" onClick={onBack}>
        {back}
      </Button>
      <ResendButton
        label={label}
        left={left}
        isLoading={another.isPending}
        onClick={() => another.mutate()}
        className="-me-3.5"
      />
    </div>
  );
}
