/** The page of a stand-in acquirer on which a buyer pays: nobody has a real account here. */
export interface Payable {
  /** As shown: «1 250,00». */
  sum: string;
  isOpen: boolean;
  /** The shop's page that the buyer comes back to. */
  returnUrl: string | null;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${String(sign.codePointAt(0))};`);

/** One button, so that a rehearsal needs no explanation; without a script, as it stands in for a foreign page. */
export function payPage({ sum, isOpen, returnUrl }: Payable): string {
  const back = returnUrl ? `<p><a href="${escaped(returnUrl)}">Вернуться в магазин</a></p>` : '';
  const form = `<form method="post"><button>Оплатить ${escaped(sum)} ₽</button></form>`;
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Учебный банк</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1rem}
button{font:inherit;font-weight:600;width:100%;padding:.75rem;border:0;border-radius:9px;background:#2f5bea;color:#fff}</style>
<h1>Учебный банк</h1><p>Он заменяет платёжную систему на репетиции: денег никто не спишет.</p>
${isOpen ? form : '<p>Этот платёж уже закончен.</p>'}${back}</html>`;
}
