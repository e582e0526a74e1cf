interface WrittenTextProps {
  text: string;
  className?: string;
}

/**
 * A text that people wrote: it runs as its own language does, and still stands where the page's lines begin. The only
 * place that names a side: under `dir` of its own a Russian name would jump to the other end of an Arabic line.
 */
export function WrittenText({ text, className = '' }: WrittenTextProps) {
  return (
    <span dir="auto" className={`text-left rtl:text-right ${className}`}>
      {text}
    </span>
  );
}
