/** What all public clients of the dialect have: one address, one token, language, and the errors of a form. */
const asked = new URLSearchParams(location.search);
const api = asked.get('api') ?? sessionStorage.getItem('api');
sessionStorage.setItem('api', api);
export const language = 'en';

export const token = {
  get: () => localStorage.getItem('token') ?? '',
  set: (value) => localStorage.setItem('token', value),
  drop: () => localStorage.removeItem('token'),
};

/** A refused token is dropped and the page is loaded again, also where the person only lacks a right. */
export async function send(method, path, body) {
  const answer = await fetch(`${api}/${path}`, {
    method,
    headers: {
      accept: 'application/json, text/plain, */*',
      authorization: `Bearer ${token.get()}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const data = await answer.json();
  if (answer.ok) return data;
  if (token.get() && [401, 403].includes(answer.status)) {
    token.drop();
    location.reload();
  }
  throw Object.assign(new Error(data.message), { status: answer.status, data });
}

export const get = (path, query = {}) =>
  send('GET', `${path}?${new URLSearchParams({ language, ...query })}`);

/** An element with attributes, listeners (`onclick`) and children. */
export function h(tag, attributes = {}, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined));
  return element;
}

export const main = () => document.querySelector('main');
export const show = (...children) =>
  main().replaceChildren(...children.flat(2).filter((child) => child !== null));
export const say = (text) => {
  document.querySelector('[role=status]').textContent = text;
};

/** A form of text fields; the fields of a refusal stand bare in its body, and the first text of each goes under its input. */
export function form(name, fields, submit) {
  const errors = {};
  const rows = fields.map(([key, label, value = '']) => {
    errors[key] = h('span', { className: 'error' });
    errors[key].dataset.field = key;
    return h('label', {}, label, h('input', { name: key, value }), errors[key]);
  });
  const onsubmit = async (event) => {
    event.preventDefault();
    for (const error of Object.values(errors)) error.textContent = '';
    say('');
    try {
      await submit(Object.fromEntries(new FormData(event.target)));
    } catch (error) {
      if (error.status !== 422) return say(error.message);
      for (const [key, texts] of Object.entries(error.data))
        if (errors[key] && Array.isArray(texts)) errors[key].textContent = texts[0];
      say(error.data.message);
    }
  };
  return h('form', { onsubmit, noValidate: true }, rows, h('button', {}, name));
}
