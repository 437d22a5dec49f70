"""A binary search tree that changes in place and remembers the keys it was compared with."""

from __future__ import annotations

from dataclasses import dataclass

from tutor_app.domain.traces import Number, Value

Looked = tuple[tuple[Number, ...], str]  # the keys compared with from the root on; what was done


@dataclass(slots=True)
class KeyNode:
    """A key and the roots of its subtrees with smaller and larger keys."""

    key: Number
    left: KeyNode | None = None
    right: KeyNode | None = None


class SearchTree:
    """A tree under two conventions: what a duplicate key does, and what replaces a deleted one."""

    def __init__(self, duplicates: Value, replacement: Value) -> None:
        self.root: KeyNode | None = None
        self._duplicates = duplicates
        self._predecessor = replacement == "predecessor"

    def insert(self, key: Number) -> Looked:
        """Hang the key below the last node of its path: "inserted", or "duplicate"."""
        path: list[Number] = []
        parent: KeyNode | None = None
        node, to_left = self.root, False
        while node is not None:
            path.append(node.key)
            if key == node.key and self._duplicates == "ignore":
                return tuple(path), "duplicate"
            to_left = key < node.key or (key == node.key and self._duplicates == "left")
            parent, node = node, node.left if to_left else node.right
        self._hang(parent, to_left, KeyNode(key))
        return tuple(path), "inserted"

    def search(self, key: Number) -> Looked:
        """Look for the key: "found" or "absent"."""
        _, node, path = self._find(key)
        return path, "absent" if node is None else "found"

    def delete(self, key: Number) -> Looked:
        """Remove the key nearest the root: "leaf", "one_child", "two_children" or "absent".

        A key with two children is replaced by its neighbour in order; the path continues down to
        that.
        """
        parent, node, path = self._find(key)
        if node is None:
            return path, "absent"
        if node.left is None or node.right is None:
            child = node.left or node.right
            self._hang(parent, parent is not None and parent.left is node, child)
            return path, "leaf" if child is None else "one_child"
        above, below = node, node.left if self._predecessor else node.right
        down = [below.key]
        while (lower := below.right if self._predecessor else below.left) is not None:
            above, below = below, lower
            down.append(below.key)
        node.key = below.key
        child = below.left if self._predecessor else below.right
        self._hang(above, above.left is below, child)
        return (*path, *down), "two_children"

    def level_order(self) -> tuple[Number | None, ...]:
        """Return the keys level by level; None if a node that is there has no child.

        None at the end is left out, so that the empty tree is () and one node is (key,).
        """
        found: list[Number | None] = []
        level = [self.root]
        while level:
            found += [node.key if node else None for node in level]
            level = [child for node in level if node for child in (node.left, node.right)]
        while found and found[-1] is None:
            found.pop()
        return tuple(found)

    def _find(self, key: Number) -> tuple[KeyNode | None, KeyNode | None, tuple[Number, ...]]:
        """Return the parent and the node with the key, None if there is none, and the path."""
        path: list[Number] = []
        parent: KeyNode | None = None
        node = self.root
        while node is not None:
            path.append(node.key)
            if key == node.key:
                break
            parent, node = node, node.left if key < node.key else node.right
        return parent, node, tuple(path)

    def _hang(self, parent: KeyNode | None, to_left: bool, child: KeyNode | None) -> None:
        if parent is None:
            self.root = child
        elif to_left:
            parent.left = child
        else:
            parent.right = child
