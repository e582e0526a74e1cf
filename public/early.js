// Runs before the first paint and before the page's scripts. A separate file because the content security policy forbids
// inline scripts.

// The theme, stored by src/state/ui.ts (themeKey).
(() => {
  var stored = null;
  try {
    stored = JSON.parse(localStorage.getItem('gostiny-theme'));
  } catch (_) {
    // Damaged, or storage is blocked: follow the system.
  }
  var system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = stored === 'dark' || stored === 'light' ? stored : system;
})();

// The sign-in form is part of the page's HTML and works before its scripts have loaded: this code submits it, and
// src/lib/api/preload.ts takes the response.
function signInEarly(first, answerOf) {
  var { dataset } = document.documentElement;
  var attempt;
  var send = (event) => {
    if (event.defaultPrevented || !event.target.matches('[data-sign-in]')) return;
    event.preventDefault();
    if (attempt && attempt.answer) return;
    var email = event.target.email.value.trim().toLowerCase();
    var password = event.target.password.value;
    attempt = { email: email, password: password };
    // The page reports missing values.
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || !password) return;
    dataset.signingIn = '';
    attempt.answer = answerOf(first.token, '', { method: 'POST', body: JSON.stringify(attempt) });
    attempt.me = attempt.answer.then((answer) => {
      var token = answer && answer.data && answer.data.token;
      return token ? answerOf(first.me, token) : undefined;
    });
  };
  document.addEventListener('submit', send);
  window.takeEarlySignIn = () => {
    document.removeEventListener('submit', send);
    delete dataset.signingIn;
    return attempt;
  };
}

// The page's first requests (src/shell/page-head.tsx); src/lib/api/preload.ts takes the responses.
(() => {
  try {
    var first = JSON.parse(document.querySelector('meta[name="first-requests"]').content);
    var token;
    // A role may refuse the list: its people wait for what `me` says.
    var isLimited = false;
    try {
      var cookie = /(?:^|;\s*)AUTH_CRED=([^;]*)/.exec(document.cookie);
      // A look through a vendor's eyes stands in this tab alone (src/lib/session/session.ts).
      var credentials = JSON.parse(sessionStorage.getItem('vendor-view') || decodeURIComponent(cookie[1]));
      token = credentials.token;
      isLimited = credentials.permissions.includes('limited');
    } catch (_) {
      // No session.
    }
    var hasList = !!token && !isLimited && location.pathname === first.path && !location.search;
    var answerOf = (address, token, options) =>
      fetch(address, {
        ...options,
        headers: {
          Accept: 'application/json, application/vnd.gostiny+json',
          Authorization: 'Bearer ' + (token || ''),
          ...(options && { 'Content-Type': 'application/json' }),
        },
      })
        .then((response) => response.text().then((text) => answer(response, text)))
        .catch(() => ({ status: 0, headers: {} }));
    // Errors too: the page's client takes them as its first attempt (src/lib/api/preload.ts).
    var answer = ({ status, headers }, text) => {
      // From `npm run dev`, whose API listens in the page.
      if (status === 204) return;
      var known = { status: status, headers: {}, data: text };
      for (var name of ['x-request-id', 'retry-after']) known.headers[name] = headers.get(name) || undefined;
      try {
        known.data = JSON.parse(text);
      } catch (_) {
        // The client reports an answer that is not JSON.
      }
      return known;
    };
    var responses = {};
    [first.settings].concat(hasList ? first.list : [], token ? first.me : []).forEach((address) => {
      responses[address] = answerOf(address, token);
    });
    window.preloaded = { token: token, responses: responses, hasList: hasList };
    if (token) document.documentElement.dataset.signedIn = '';
    else signInEarly(first, answerOf);
  } catch (_) {
    // The page declares no requests.
  }
})();

// Creating the first formatter of each kind takes half a second on a slow machine: done here while scripts download. Not in
// an idle callback, because browsers run none before the load event.
(() => {
  if (!window.preloaded || !window.preloaded.token) return;
  var language = document.documentElement.lang;
  var zone = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'Europe/Moscow' };
  var kinds = [
    () => new Intl.DateTimeFormat(language, zone).format(),
    () => new Intl.NumberFormat(language).format(0),
    () => new Intl.DateTimeFormat('en-CA', zone).format(),
    () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'day'),
    () => new Intl.NumberFormat(language, { style: 'currency', currency: 'RUB' }).format(0),
  ];
  // One per task, so that none blocks for long.
  var next = () => {
    kinds.shift()();
    if (kinds.length > 0) setTimeout(next);
  };
  setTimeout(next);
})();
