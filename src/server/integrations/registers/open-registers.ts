import type { RequestDeps } from '@/server/core/deps';
import { openExchanges } from '../outgoing/exchanges';
import { openAtol } from './atol';
import type { CashRegister } from './cash-register';
import { openDemo } from './demo';
import { openYookassaRegister } from './yookassa';

/** What asking a register needs. */
export type RegisterDeps = RequestDeps;

/** The registers of the marketplace: new receipts go to the first one, the others finish what they got. */
export function openRegisters(deps: RegisterDeps): CashRegister[] {
  const { atol, yookassa, now } = deps;
  const calls = { ...deps.patience, journal: openExchanges(deps) };
  const real = [
    ...(atol ? [openAtol(atol, calls)] : []),
    ...(yookassa?.receipts ? [openYookassaRegister(yookassa, { ...calls, now })] : []),
  ];
  return real.length === 0 && deps.demo ? [openDemo()] : real;
}
