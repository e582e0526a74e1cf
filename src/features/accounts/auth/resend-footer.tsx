import { useMutation } from '@tanstack/react-query';
import { ResendButton } from '@/components/inputs/resend-button';
import { Button } from '@/components/ui/button';
import { useCountdown } from '@/lib/hooks/use-countdown';

interface ResendFooterProps {
  /** Leads back to where one said whom to write to. */
  back: string;
  onBack: () => void;
  label: string;
  /** Seconds until another may be asked for, from the first moment. */
  wait: number;
  /** Asks for another; answers with the seconds until the next one. */
  resend: () => Promise<number>;
}

/** Ends a step that waits for a code: it went to somebody else, or has not come. */
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
