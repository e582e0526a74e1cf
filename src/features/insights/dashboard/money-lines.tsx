import { NightsLine } from './nights-line';
import { UnissuedLine } from './unissued-line';

/** What of the marketplace's money a person looks at: nights that did not agree, and money without a receipt. */
export function MoneyLines() {
  return (
    <>
      <NightsLine />
      <UnissuedLine />
    </>
  );
}
