interface WrittenTextProps {
  text: string;
  className?: string;
}

/**
 * User-written text in its own direction, aligned with the page. The only place with physical alignment: with `dir`
 * alone a Russian name would jump to the far end of an Arabic line.
 */
export function WrittenText({ text, className = '' }: WrittenTextProps) {
  return (
    <span dir="auto" className={`text-left rtl:text-right ${className}`}>
      {text}
    </span>
  );
}
