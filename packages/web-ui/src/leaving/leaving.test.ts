import { describe, expect, it } from 'vitest';
import { createLeaveGuard } from './leave-guard.js';
import { watchWindow } from './watch-window.js';

const at = (path: string) => new URL(path, 'http://gateway.test');
const onlyPath = (here: URL) => ({ at: here, leaves: (to: URL) => to.pathname !== here.pathname });

describe('unsaved changes', () => {
  it('allow a navigation at once where nothing would be lost', () => {
    const guard = createLeaveGuard();
    guard.hold(onlyPath(at('/settings')));
    let went = '';
    guard.attempt(at('/settings?section=logging'), () => {
      went = 'section';
    });
    expect([went, guard.question.value]).toEqual(['section', undefined]);
  });

  it('cause a question before they are discarded: staying changes nothing, leaving continues without another question', () => {
    const guard = createLeaveGuard();
    guard.hold(onlyPath(at('/settings')));
    let went = 0;
    const go = () => {
      went += 1;
    };
    guard.attempt(at('/devices'), go);
    expect(went).toBe(0);
    guard.question.value?.stay();
    expect([went, guard.question.value, guard.holding]).toEqual([0, undefined, true]);
    guard.attempt(at('/devices'), go);
    guard.question.value?.leave();
    expect([went, guard.question.value, guard.holding]).toEqual([1, undefined, false]);
  });

  it('cause no question after they were saved', () => {
    const guard = createLeaveGuard();
    const release = guard.hold(onlyPath(at('/settings')));
    release();
    expect([guard.lostBy(at('/')), guard.holding]).toEqual([undefined, false]);
  });
});

describe('a window with unsaved changes', () => {
  function open(path: string) {
    const guard = createLeaveGuard();
    const target = new EventTarget();
    const went: string[] = [];
    const steps: string[] = [];
    const location = { href: at(path).href, origin: at('/').origin };
    const window = {
      location,
      history: {
        pushState: (_: unknown, __: string, href: string) => {
          steps.push(`push ${href}`);
          location.href = href;
        },
        back: () => steps.push('back'),
      },
      addEventListener: target.addEventListener.bind(target),
    };
    watchWindow(window, {
      guard,
      isPage: (href) => !href.endsWith('/docs'),
      go: (to) => went.push(to.pathname),
      signal: new AbortController().signal,
    });
    guard.hold(onlyPath(at(path)));
    /** Answers whether the browser would follow. */
    const click = (href: string, more: object = {}) => {
      const link = {
        nodeName: 'A',
        href: at(href).href,
        target: '',
        hasAttribute: () => false,
        getAttribute: () => href,
      };
      const event = Object.assign(new Event('click', { cancelable: true }), { button: 0, ...more });
      event.composedPath = () => [link as unknown as EventTarget];
      target.dispatchEvent(event);
      return !event.defaultPrevented;
    };
    return { guard, target, went, steps, location, click };
  }

  it('asks before a link to another page is followed', () => {
    const { guard, click, went } = open('/settings');
    expect(click('/devices')).toBe(false);
    expect(went).toEqual([]);
    guard.question.value?.leave();
    expect(went).toEqual(['/devices']);
  });

  it('ignores links of this page, of new windows, and those that the browser asks about itself', () => {
    const { guard, click } = open('/settings');
    expect(click('/settings?section=logging')).toBe(true);
    expect(click('/devices', { ctrlKey: true })).toBe(true);
    expect(click('/docs')).toBe(true);
    expect(guard.question.value).toBeUndefined();
  });

  it('takes a step back of the browser back until it is agreed to', () => {
    const { guard, target, steps, location } = open('/settings');
    location.href = at('/devices').href;
    let heard = false;
    target.addEventListener('popstate', () => {
      heard = true;
    });
    target.dispatchEvent(new Event('popstate'));
    expect([heard, steps]).toEqual([false, ['push http://gateway.test/settings']]);
    guard.question.value?.leave();
    expect(steps.at(-1)).toBe('back');
  });

  it('has the browser ask before it is closed, and only then', () => {
    const { guard, target } = open('/settings');
    const closes = () => target.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(closes()).toBe(false);
    guard.attempt(at('/devices'), () => {});
    guard.question.value?.leave();
    expect(closes()).toBe(true);
  });
});
