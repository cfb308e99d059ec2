type Listener = (...args: readonly unknown[]) => void

const listeners = new Map<string, Listener[]>()

/** The bridge as Postman's sandbox wants it: events from the parent come in, and `dispatch` tells it something. */
export const bridge = {
  dispatch: (..._message: readonly unknown[]): void => undefined,
  emit(name: string, ...args: readonly unknown[]): void {
    for (const listener of bridge.listeners(name)) listener.apply(bridge, [...args])
  },
  listeners: (name: string): readonly Listener[] => [...(listeners.get(name) ?? [])],
  on(name: string, listener: unknown): void {
    if (typeof listener === 'function') listeners.set(name, [...bridge.listeners(name), listener as Listener])
  },
  once(name: string, listener: Listener): void {
    const once = (...args: readonly unknown[]): void => {
      bridge.off(name, once)
      listener.apply(bridge, [...args])
    }
    bridge.on(name, once)
  },
  off(name: string, listener?: unknown): void {
    const others = bridge.listeners(name).filter(one => one !== listener)
    if (listener === undefined || others.length === 0) listeners.delete(name)
    else listeners.set(name, others)
  },
}
