// Components that are drawn again only when what they are given has changed.

import { Component, type ComponentChildren, createElement, type FunctionComponent } from 'preact'

/** What the component reads of the model draws it again all the same. */
export function memo<P extends object>(draw: FunctionComponent<P>): FunctionComponent<P> {
  class Remembered extends Component<P> {
    override shouldComponentUpdate(next: P) {
      return !sameProps(this.props as object, next)
    }
    override render(): ComponentChildren {
      return createElement(draw, this.props as P)
    }
  }
  return Remembered as unknown as FunctionComponent<P>
}

function sameProps(a: object, b: object): boolean {
  const keys = Object.keys(b) as (keyof typeof b)[]
  return Object.keys(a).length === keys.length && keys.every((key) => a[key] === b[key])
}
