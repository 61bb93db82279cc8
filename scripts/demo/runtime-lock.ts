/** The part of the lock file that the demo's runtime needs. Pure. */

interface LockedPackage {
  readonly version?: string
  readonly dev?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** A lock file of npm, version 3: place of a package → what is locked. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/**
 * The places of packages and of all that they need.
 *
 * @throws {TypeError} If the lock lacks one.
 */
export function placesOf(names: readonly string[], { packages }: Lock): readonly string[] {
  const places = new Set<string>()
  const visit = (place: string) => {
    if (places.has(place)) return
    places.add(place)
    const { dependencies, optionalDependencies } = packages[place] ?? {}
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      visit(placeOf(needed, place, packages))
  }
  for (const name of names) visit(placeOf(name, '', packages))
  return [...places].sort()
}

/**
 * The manifest and the lock of a project that has one package alone, at the versions and digests of a larger lock.
 *
 * @throws {TypeError} If the lock lacks something that the package needs.
 */
export function lockOf(name: string, whole: Lock) {
  const { packages } = whole
  const dependencies = { [name]: packages[placeOf(name, '', packages)]?.version ?? '' }
  const manifest = { name: 'pay-checkout-demo-runtime', version: '0.0.0', private: true, dependencies }
  const locked = placesOf([name], whole).map((place) => {
    const { dev, ...rest } = packages[place] ?? {}
    return [place, rest] as const
  })
  const lock = {
    ...{ name: manifest.name, version: manifest.version, lockfileVersion: 3, requires: true },
    packages: { '': manifest, ...Object.fromEntries(locked) },
  }
  return { manifest, lock }
}

/** Where Node finds a package that another one needs: in its own folder, or in one above. */
function placeOf(name: string, from: string, packages: Lock['packages']): string {
  const place = `${from ? `${from}/` : ''}node_modules/${name}`
  if (place in packages) return place
  if (from === '') throw new TypeError(`the lock file lacks ${name}`)
  const above = from.lastIndexOf('/node_modules/')
  return placeOf(name, above === -1 ? '' : from.slice(0, above), packages)
}
